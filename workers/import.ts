// The process of one upload's import. What it does is in src/imports/upload-work.ts.
import { workForParent } from '../src/imports/upload-work.ts'

workForParent()
