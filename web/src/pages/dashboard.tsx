import { start } from '../main.tsx'

start(<h1>dashboard</h1>)
