/** The names of the parts of a price per token besides input and output. */
export const priceLineNames = {
  cacheRead: ['Cached input', '缓存输入'],
  cacheWrite: ['Cache write', '缓存写入'],
  imageInput: ['Image input', '图片输入'],
  imageOutput: ['Generated images', '生成图片'],
  audioInput: ['Audio input', '音频输入'],
  audioOutput: ['Audio output', '音频输出'],
} as const
