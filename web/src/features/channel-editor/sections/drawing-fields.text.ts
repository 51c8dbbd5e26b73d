import { dictionary } from '../../../lib/text/text.ts'

export const drawingText = dictionary({
  en: {
    modePath: 'Mode in the address',
    modePathHelp: 'How the upstream expects the speed mode: fast, relax or turbo.',
    asAsked: 'As sent by the client',
    drop: 'No mode: /mj/…',
    plain: 'Plain: /fast/mj/…',
    mj: 'With mj-: /mj-fast/mj/…',
    callback: 'Upstream reports progress',
    callbackHelp: 'The upstream calls this server when a drawing changes. Needs the server address in the settings.',
  },
  zh: {
    modePath: '地址中的模式',
    modePathHelp: '该上游如何接收绘图速度：fast、relax 或 turbo。',
    asAsked: '与客户端写法一致',
    drop: '不带模式：/mj/…',
    plain: '直接：/fast/mj/…',
    mj: '带 mj-：/mj-fast/mj/…',
    callback: '上游主动回报进度',
    callbackHelp: '绘图有变化时，上游会请求本服务器。需要在设置中填写服务器地址。',
  },
})
