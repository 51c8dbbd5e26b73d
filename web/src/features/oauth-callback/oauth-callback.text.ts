import { dictionary } from '../../lib/text/text.ts'

export const oauthCallbackText = dictionary({
  en: {
    title: ({ name }: { name: string }) => `Returning from ${name}`,
    wait: 'Please wait …',
    retry: ({ attempt, attempts }: { attempt: number; attempts: number }) =>
      `No connection. Trying again (${attempt} of ${attempts}) …`,
    bound: ({ name }: { name: string }) => `${name} bound`,
  },
  zh: {
    title: ({ name }) => `正在从 ${name} 返回`,
    wait: '请稍候……',
    retry: ({ attempt, attempts }) => `连接失败，正在重试（第 ${attempt} 次，共 ${attempts} 次）……`,
    bound: ({ name }) => `已绑定 ${name}`,
  },
})
