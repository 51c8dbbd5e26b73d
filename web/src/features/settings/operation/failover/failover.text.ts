import { dictionary } from '../../../../lib/text/text.ts'

/** The labels, which the whole tab needs: the section list and the save bar show them. */
export const failoverText = dictionary({
  en: {
    title: 'Failover',
    ErrorRules: 'Error rules',
    ChannelChoice: 'Choose by',
    StickyBy: 'Keep conversations together',
    StickyHeader: 'Header name',
    StickyMinutes: 'Keep for',
    ChannelQueueSeconds: 'Wait for a channel',
    HedgeAfterMs: 'Ask a second channel after',
  },
  zh: {
    title: '故障转移',
    ErrorRules: '错误规则',
    ChannelChoice: '选择依据',
    StickyBy: '会话保持',
    StickyHeader: '请求头名称',
    StickyMinutes: '保持时间',
    ChannelQueueSeconds: '等待渠道',
    HedgeAfterMs: '询问第二个渠道',
  },
})
