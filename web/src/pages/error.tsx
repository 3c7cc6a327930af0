import { start } from '../main.tsx'

start(<h1>error</h1>)
