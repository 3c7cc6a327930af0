import { start } from '../main.tsx'

start(<h1>sites</h1>)
