import { start } from '../main.tsx'

start(<h1>add-site</h1>)
