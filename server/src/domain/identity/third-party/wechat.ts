import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Profile } from './oauth-profile.ts'

const response = z.object({ success: z.boolean(), data: z.string().max(128).nullish() })
const timeoutSeconds = 5

/** Fetches the user of a code from the WeChat companion server. */
export async function fetchWechatProfile(
  { outbound, options, log }: Pick<Deps, 'outbound' | 'options' | 'log'>,
  code: string,
): Promise<Profile> {
  const { WeChatServerAddress, WeChatServerToken } = options.current()
  const url = `${WeChatServerAddress}/api/wechat/user?${new URLSearchParams({ code })}`
  const { success, data } = await outbound
    .send(url, { headers: { authorization: WeChatServerToken }, timeoutSeconds })
    .then(({ body }) => response.parse(JSON.parse(body)))
    .catch((error: Error) => {
      log.warn('a provider did not respond as expected', { provider: 'wechat_unreachable', error: error.name })
      throw new AppError('wechat_unreachable')
    })
  if (!success || !data?.trim()) throw new AppError('verification_code_wrong')
  return { id: data, name: '', login: '' }
}
