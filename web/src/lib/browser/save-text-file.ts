import { saveBlob } from './save-stream.ts'

/** The name of a text file: the given name without the characters that file systems refuse. */
export function textFileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file names must not contain them
  const plain = name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_').replace(/^[.\s]+|[.\s]+$/g, '')
  return `${plain || 'text'}.txt`
}

/** Downloads a text as a file. */
export function saveTextFile(name: string, text: string) {
  saveBlob(textFileName(name), new Blob([text], { type: 'text/plain;charset=utf-8' }))
}
