import { start } from '../main.tsx'

start(<h1>reset</h1>)
