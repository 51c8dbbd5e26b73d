import { saveBlob } from './save-stream.ts'

/** A file's name: the given name without the characters that file systems refuse. */
export function textFileName(name: string, extension = 'txt'): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file names must not contain them
  const plain = name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_').replace(/^[.\s]+|[.\s]+$/g, '')
  return `${plain || 'text'}.${extension}`
}

/** Downloads a text as a file. */
export function saveTextFile(name: string, text: string) {
  saveBlob(textFileName(name), new Blob([text], { type: 'text/plain;charset=utf-8' }))
}

export function saveCsvFile(name: string, text: string) {
  saveBlob(textFileName(name, 'csv'), new Blob([text], { type: 'text/csv;charset=utf-8' }))
}
