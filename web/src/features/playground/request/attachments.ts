import type { Attachment } from '../messages/message.ts'

/** Bounds of one file, and of all files of a message. */
export const fileBytesMax = 10 * 1024 * 1024
export const filesMax = 8

/** How a file is sent to a chat model; undefined: it cannot be. */
export type FileKind = 'image' | 'audio' | 'text' | 'document'

const textTypes = /^(text\/|application\/(json|xml|yaml|x-yaml|javascript|typescript|toml|x-sh|sql))/
const textNames =
  /\.(txt|md|csv|tsv|json|jsonl|ya?ml|toml|xml|html?|css|[cm]?[jt]sx?|py|rb|go|rs|java|kt|c|h|cc|cpp|hpp|cs|php|sh|sql|log|ini|env|vue|svelte|swift|lua|r|pl)$/i

export function kindOf({ name, type }: Pick<Attachment, 'name' | 'type'>): FileKind | undefined {
  if (/^image\/(png|jpeg|gif|webp)$/.test(type)) return 'image'
  if (/^audio\//.test(type)) return 'audio'
  if (type === 'application/pdf') return 'document'
  if (textTypes.test(type) || textNames.test(name)) return 'text'
  return undefined
}

/** The part behind the comma of a `data:` address. */
export const base64Of = ({ data }: Attachment): string => data.slice(data.indexOf(',') + 1)

export function textOf(file: Attachment): string {
  const bytes = Uint8Array.from(atob(base64Of(file)), (letter) => letter.codePointAt(0) ?? 0)
  return new TextDecoder().decode(bytes)
}

/** The format of a recording by the name that the chat format has for it. */
export const soundFormatOf = ({ type, name }: Attachment): string =>
  /wav/.test(type) || /\.wav$/i.test(name) ? 'wav' : /mpeg|mp3/.test(type) ? 'mp3' : (type.split('/')[1] ?? 'wav')

/** A file as an attachment, with its bytes in its address. */
export const readAttachment = (file: File): Promise<Attachment> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve({ name: file.name, type: file.type, data: String(reader.result) })
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** The bytes of an attachment, as a file to send. */
export function fileOf(attachment: Attachment): File {
  const bytes = Uint8Array.from(atob(base64Of(attachment)), (letter) => letter.codePointAt(0) ?? 0)
  return new File([bytes], attachment.name, { type: attachment.type })
}
