import { unsupported } from '../../translate/response/unsupported.ts'
import type { NativeOperation } from '../provider.ts'
import { nativeResponses } from './native-responses.ts'

/** Responses at a host that offers them beside its own format. Only OpenAI compacts conversations. */
export function hostedResponses(endpointOf: Parameters<typeof nativeResponses>[0]): NativeOperation {
  const native = nativeResponses(endpointOf)
  return {
    ...native,
    request(body, target, call) {
      if (call.action === 'compact') throw unsupported('this provider does not compact conversations')
      return native.request(body, target, call)
    },
  }
}
