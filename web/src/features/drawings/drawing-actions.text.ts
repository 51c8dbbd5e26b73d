import { dictionary } from '../../lib/text/text.ts'

/** What can be asked of a drawing, by the names that upstreams use. */
export const drawingActionText = dictionary({
  en: {
    IMAGINE: 'Imagine',
    UPSCALE: 'Upscale',
    VARIATION: 'Variation',
    HIGH_VARIATION: 'Strong variation',
    LOW_VARIATION: 'Subtle variation',
    PAN: 'Pan',
    DESCRIBE: 'Describe',
    BLEND: 'Blend',
    UPLOAD: 'Upload',
    SHORTEN: 'Shorten',
    REROLL: 'Reroll',
    INPAINT: 'Inpaint',
    ZOOM: 'Zoom',
    CUSTOM_ZOOM: 'Custom zoom',
    MODAL: 'Window',
    SWAP_FACE: 'Face swap',
    VIDEO: 'Video',
    EDITS: 'Edit',
  },
  zh: {
    IMAGINE: '绘图',
    UPSCALE: '放大',
    VARIATION: '变换',
    HIGH_VARIATION: '强变换',
    LOW_VARIATION: '弱变换',
    PAN: '平移',
    DESCRIBE: '图生文',
    BLEND: '图混合',
    UPLOAD: '上传文件',
    SHORTEN: '缩词',
    REROLL: '重绘',
    INPAINT: '局部重绘',
    ZOOM: '变焦',
    CUSTOM_ZOOM: '自定义变焦',
    MODAL: '窗口处理',
    SWAP_FACE: '换脸',
    VIDEO: '视频',
    EDITS: '编辑',
  },
})
export const isDrawingAction = (action: string): action is keyof (typeof drawingActionText)['en'] =>
  Object.hasOwn(drawingActionText.en, action)
