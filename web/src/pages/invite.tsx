import { start } from '../main.tsx'

start(<h1>invite</h1>)
