import { exampleBody, exampleParameters, filledPath, type Operation } from '@turnpike/contract/reference/operation'
import { type ClientLanguage, type CodeAccess, clientCode } from '../../lib/client-code/client-code.ts'
import { httpCode } from '../../lib/client-code/http-code.ts'

const files = { 'audio/mpeg': 'hello.mp3', 'video/mp4': 'video.mp4', 'image/png': 'image.png' }

/** A program that sends the example with the vendor's SDK if it has a method for it; undefined where the language cannot. */
export function operationCode(
  operation: Operation,
  model: string | undefined,
  language: ClientLanguage,
  access: CodeAccess,
): string | undefined {
  const { method, path, key, models, hasSdk, body, example, response } = operation
  if (hasSdk && models && model !== undefined) {
    const stream = response.type === 'text/event-stream' && { stream: true }
    const request = { endpoint: models, model, body: { ...example.body, ...stream } }
    return clientCode({ ...request, ...(example.file && { file: example.file.name }) }, language, access)
  }
  const sent = exampleBody(operation, model)
  return httpCode(
    {
      method,
      path: filledPath(path, exampleParameters(operation, model)),
      key,
      ...(body?.as === 'json' ? { json: sent } : { form: sent }),
      file: example.file,
      saveAs: response.type in files ? files[response.type as keyof typeof files] : undefined,
    },
    language,
    access,
  )
}
