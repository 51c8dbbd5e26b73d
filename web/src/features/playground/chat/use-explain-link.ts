import { routeLink } from '../../../lib/address/route-link.ts'
import { session } from '../../../lib/session/session.ts'
import type { AssistantMessage, Mode } from '../messages/message.ts'
import { useSettings } from '../store/use-playground.ts'

const paths: Record<Mode, string> = {
  chat: '/v1/chat/completions',
  image: '/v1/images/generations',
  speech: '/v1/audio/speech',
  transcription: '/v1/audio/transcriptions',
}

/** The page that explains where a call of this model goes, with the present group and channel. */
export function useExplainLink({ model, mode }: Pick<AssistantMessage, 'model' | 'mode'>): string {
  const { group, channel } = useSettings()
  const user_id = session.use()?.id ?? 0
  return routeLink({ model, path: paths[mode], user_id, group, channel_id: channel ?? 0 })
}
