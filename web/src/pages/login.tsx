import { start } from '../main.tsx'

start(<h1>login</h1>)
