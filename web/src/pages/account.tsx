import { start } from '../main.tsx'

start(<h1>account</h1>)
