import { start } from '../main.tsx'

start(<h1>share-password</h1>)
