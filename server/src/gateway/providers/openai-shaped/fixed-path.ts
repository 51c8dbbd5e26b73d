import { unsupported } from '../../translate/response/unsupported.ts'

const dotSegment = /\/(?:\.|%2e){1,2}(?=[/?#]|$)/i

/**
 * A URL that has a model's name in its path. A name that makes a dot segment is refused: no encoding of dots prevents
 * that the URL leads to another path of the host, with the channel's key.
 */
export function fixedPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (dotSegment.test(path)) throw unsupported('the model name cannot be part of a URL', 'model')
  return url
}
