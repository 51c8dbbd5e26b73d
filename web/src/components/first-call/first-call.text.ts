import { dictionary } from '../../lib/text/text.ts'

export const firstCallText = dictionary({
  en: {
    waiting: 'Waiting for the first call… it will show up here.',
    arrived: 'The first call has arrived',
    waitingNext: 'Waiting for the next call… it will show up here.',
    arrivedNext: 'A call has arrived',
    about: ({ model, tokens }: { model: string; tokens: string }) => `${model} · ${tokens} tokens`,
    openLog: 'Open log',
  },
  zh: {
    waiting: '正在等待首次调用，收到后会显示在这里。',
    arrived: '已收到首次调用',
    waitingNext: '正在等待下一次调用，收到后会显示在这里。',
    arrivedNext: '已收到调用',
    about: ({ model, tokens }) => `${model} · ${tokens} Token`,
    openLog: '打开日志',
  },
})
