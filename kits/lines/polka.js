import { carry, count } from './tidemark.js'

// Before whatever reads bodies.
polka().use(carry)
// Without the script: .use(count)
