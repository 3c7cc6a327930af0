import { start } from '../main.tsx'

start(<h1>setup</h1>)
