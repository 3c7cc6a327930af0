// Takes one file out of a tar archive (POSIX ustar). The packages for it bring native code of several megabytes for the
// 512 bytes of a header.
import type { FileHandle } from 'node:fs/promises'

const blockBytes = 512

/** Text of a field, which ends at its first zero. */
const textAt = (header: Buffer, from: number, length: number): string =>
  header.toString('latin1', from, from + length).replace(/\0.*$/s, '')

/** True for a file that begins with the header of an archive. */
export const isTar = (begin: Buffer): boolean => begin.length >= blockBytes && textAt(begin, 257, 5) === 'ustar'

/** Place and size of a file within an archive, in bytes. */
export interface TarEntry {
  readonly start: number
  readonly size: number
}

/**
 * Finds the first plain file with a name that passes. Undefined if no name passes; throws for an archive that is cut
 * off.
 */
export async function findInTar(file: FileHandle, isWanted: (name: string) => boolean): Promise<TarEntry | undefined> {
  const header = Buffer.alloc(blockBytes)
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(header, 0, blockBytes, at)
    if (bytesRead < blockBytes) throw new Error('the archive is cut off')
    // Two blocks of zeros end an archive.
    if (header[0] === 0) return undefined
    const size = Number.parseInt(textAt(header, 124, 12).trim(), 8)
    if (!isTar(header) || !Number.isSafeInteger(size)) throw new Error('the archive is damaged')
    const start = at + blockBytes
    const kind = textAt(header, 156, 1)
    if ((kind === '0' || kind === '') && isWanted(textAt(header, 0, 100))) return { start, size }
    at = start + Math.ceil(size / blockBytes) * blockBytes
  }
}
