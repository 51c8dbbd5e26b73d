import { dictionary } from '../../lib/text/text.ts'

export const firstCallText = dictionary({
  waiting: ['Waiting for the first call… it will show up here.', '正在等待首次调用，收到后会显示在这里。'],
  arrived: ['The first call has arrived', '已收到首次调用'],
  waitingNext: ['Waiting for the next call… it will show up here.', '正在等待下一次调用，收到后会显示在这里。'],
  arrivedNext: ['A call has arrived', '已收到调用'],
  ready: [({ model }: { model: string }) => `Ready to call ${model}`, ({ model }) => `可以调用 ${model}`],
  calling: [({ model }: { model: string }) => `Calling ${model}…`, ({ model }) => `正在调用 ${model}…`],
  refused: ['The call was refused', '调用被拒绝'],
  run: ['Run the first call', '发起首次调用'],
  runAgain: ['Run the call again', '再次调用'],
  about: [
    ({ model, tokens }: { model: string; tokens: string }) => `${model} · ${tokens} tokens`,
    ({ model, tokens }) => `${model} · ${tokens} Token`,
  ],
  openLog: ['Open log', '打开日志'],
  receipt: ['Receipt', '账单'],
  response: ['Response', '回复'],
  tokens: ['Tokens', 'Token'],
  tokensInOut: [
    ({ input, output }: { input: string; output: string }) => `${input} input + ${output} output`,
    ({ input, output }) => `输入 ${input} + 输出 ${output}`,
  ],
  time: ['Time', '耗时'],
  price: ['Price', '费用'],
  openRow: ['Open in the usage log', '在使用日志中打开'],
  price_advice: ['Set a price', '设置价格'],
  balance_advice: ['Open wallet', '打开钱包'],
  channels_advice: ['Open channels', '打开渠道'],
  tokens_advice: ['Open tokens', '打开令牌'],
})
