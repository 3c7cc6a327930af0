import { carry, count } from './tidemark.js'

// Before express.json() and express.static(). Behind a proxy of your own: app.set('trust proxy', …)
app.use(carry)
// Without the script: app.use(count)
