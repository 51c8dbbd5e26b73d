import { dictionary } from '../text/text.ts'

/** The names of capabilities and endpoints. */
export const modelWordsText = dictionary({
  chat: ['Chat', '对话'],
  completion: ['Completion', '补全'],
  image: ['Images', '图像'],
  speech: ['Speech', '语音合成'],
  transcription: ['Transcription', '语音识别'],
  realtime: ['Realtime', '实时会话'],
  embedding: ['Embeddings', '向量'],
  rerank: ['Rerank', '重排序'],
  moderation: ['Moderation', '内容审核'],
  task: ['Async task', '异步任务'],
  caching: ['Prompt caching', '提示词缓存'],
  audio: ['Audio', '音频'],
  long_context: ['Long context', '长上下文'],
  openai: ['OpenAI', 'OpenAI'],
  responses: ['Responses', 'Responses'],
  anthropic: ['Anthropic', 'Anthropic'],
  gemini: ['Gemini', 'Gemini'],
  completions: ['Completions', '补全'],
  embeddings: ['Embeddings', '向量'],
  images: ['Images', '图像'],
  transcriptions: ['Transcriptions', '语音识别'],
  moderations: ['Moderations', '内容审核'],
})
