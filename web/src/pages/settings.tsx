import { start } from '../main.tsx'

start(<h1>settings</h1>)
