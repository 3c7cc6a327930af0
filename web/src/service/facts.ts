// Facts that the server tells a page about itself, in the JSON block of its shell.
import type { Facts } from '../../../src/http/facts.ts'

export const facts = JSON.parse(document.getElementById('facts')?.textContent || '{}') as Facts
