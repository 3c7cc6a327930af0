// Facts that the server tells a page about itself, in the JSON block of its shell.
import type { Facts } from '../../../src/http/facts.ts'
import { readText } from './read.ts'

export const facts = readText<Facts>(document.getElementById('facts')?.textContent || '{}')
