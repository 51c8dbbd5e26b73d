import { dictionary } from '../../lib/text/text.ts'

export const oauthCallbackText = dictionary({
  title: ['Returning from {name}', '正在从 {name} 返回'],
  wait: ['Please wait …', '请稍候……'],
  retry: [
    'No connection. Trying again ({attempt} of {attempts}) …',
    '连接失败，正在重试（第 {attempt} 次，共 {attempts} 次）……',
  ],
  bound: ['{name} bound', '已绑定 {name}'],
})
