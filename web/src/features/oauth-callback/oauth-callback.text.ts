import type { Name } from '../../components/text/phrase.ts'
import { dictionary } from '../../lib/text/text.ts'

export const oauthCallbackText = dictionary({
  title: [({ name }: Name) => `Returning from ${name}`, ({ name }) => `正在从 ${name} 返回`],
  wait: ['Please wait …', '请稍候……'],
  retry: [
    ({ attempt, attempts }: { attempt: number; attempts: number }) =>
      `No connection. Trying again (${attempt} of ${attempts}) …`,
    ({ attempt, attempts }) => `连接失败，正在重试（第 ${attempt} 次，共 ${attempts} 次）……`,
  ],
  bound: [({ name }: Name) => `${name} bound`, ({ name }) => `已绑定 ${name}`],
})
