import type { ContentPart, JsonObject } from '../../forms/chat.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'
import type { NativeMedia } from '../provider.ts'
import { blocksOf } from './content-blocks.ts'
import { mapBlocks } from './map-blocks.ts'

/** The URL of a picture or document that Anthropic itself would fetch. */
const addressOf = ({ source }: JsonObject): string | undefined => {
  const named = objectOf(source)
  return named?.type === 'url' ? textOf(named.url) : undefined
}

const partOf = (type: unknown, url: string): ContentPart =>
  type === 'document' ? { type: 'file', file: { file_data: url } } : { type: 'image_url', image_url: { url } }

/** Pictures and documents by address, for hosts of Anthropic's models that fetch nothing. */
export const sourceMedia: NativeMedia = {
  parts(body) {
    const parts: ContentPart[] = []
    mapBlocks(body, (block) => {
      const url = addressOf(block)
      if (url !== undefined) parts.push(partOf(block.type, url))
      return block
    })
    return parts
  },
  put(body, parts) {
    const fetched = parts.values()
    return mapBlocks(body, (block) => {
      if (addressOf(block) === undefined) return block
      const part = fetched.next().value
      return { ...block, ...blocksOf(part ? [part] : [])[0] }
    })
  },
}
