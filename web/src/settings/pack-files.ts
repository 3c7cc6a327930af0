// Several files as one that can be sent: a zip that holds them as they are. They are read twice and never in memory.
import { crc32, endOfStored, headerOfStored, inStoredOrder, type StoredFile } from '../../../src/rules/stored-zip.ts'

async function sumOf(file: File): Promise<number> {
  const reader = file.stream().getReader()
  let crc = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return crc
    crc = crc32(value, crc)
  }
}

/** Packs the files under the name; throws where one cannot be read. The same files make the same bytes. */
export async function packFiles(files: readonly File[], name: string): Promise<File> {
  const parts: BlobPart[] = []
  const stored: StoredFile[] = []
  for (const file of inStoredOrder(files)) {
    const one = { name: file.name, size: file.size, crc: await sumOf(file) }
    stored.push(one)
    parts.push(headerOfStored(one), file)
  }
  return new File([...parts, ...endOfStored(stored)], name)
}
