import { carry, count } from './tidemark.js'

app.use((context, next) => {
  // Behind a proxy of your own: app.proxy = true
  context.req.ip = context.ip
  let isHandedOn = false
  carry(context.req, context.res, () => {
    isHandedOn = true
  })
  // Without the script: count(context.req, context.res, () => {})
  if (isHandedOn) return next()
  context.respond = false
})
