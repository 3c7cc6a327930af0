// Folders for the temporary files of imports. In the process of an upload they are made below one that its parent knows
// and removes, however the process ends.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let parent = tmpdir()

/** Makes the folders of this process below another one from now on. */
export function makeFoldersBelow(folder: string): void {
  parent = folder
}

/** Makes an empty folder. The caller removes it. */
export const makeTemporaryFolder = (): Promise<string> => mkdtemp(join(parent, 'tidemark-import-'))
