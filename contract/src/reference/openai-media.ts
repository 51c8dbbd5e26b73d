import { count, imagePrompt, lowTemperature, model, optionalModel, required, text } from './fields.ts'
import { type Field, type Fields, jsonBody, jsonResponse, type OperationGroup } from './operation.ts'

const size: Field = { type: 'string', about: ['Width and height, such as `1024x1024`.', '宽和高，如 `1024x1024`。'] }
const quality = text(
  'Quality, such as `low`, `high` or `hd`. It may change the price.',
  '质量，如 `low`、`high`、`hd`，可能影响价格。',
)
const prompt = required(imagePrompt)

export const images: OperationGroup = {
  id: 'images',
  title: ['Images', '图片'],
  operations: [
    {
      id: 'images',
      method: 'POST',
      path: '/v1/images/generations',
      title: ['Generate images', '生成图片'],
      isCharged: true,
      models: 'images',
      hasSdk: true,
      body: jsonBody({
        model: optionalModel('dall-e-3'),
        prompt,
        n: count,
        size,
        quality,
        response_format: {
          type: 'string',
          enum: ['url', 'b64_json'],
          about: ['An address, or the image as base64.', '返回地址，或 base64 图片。'],
        },
      }),
      example: { model: 'dall-e-3', body: { prompt: 'A toll gate in the morning' } },
      response: jsonResponse({ created: 1795060800, data: [{ url: 'https://images.example/8f2a.png' }] }),
    },
    {
      id: 'image-edits',
      method: 'POST',
      path: '/v1/images/edits',
      title: ['Edit an image', '编辑图片'],
      isCharged: true,
      models: 'images',
      body: {
        as: 'form',
        fields: {
          model: optionalModel('dall-e-2'),
          image: { type: 'string', isFile: true, required: true, about: ['The image to edit.', '要编辑的图片。'] },
          mask: {
            type: 'string',
            isFile: true,
            about: ['Image whose transparent areas are edited.', '透明区域表示要编辑的部分。'],
          },
          prompt,
          n: count,
          size,
          quality,
        },
      },
      example: {
        model: 'gpt-image-1',
        body: { prompt: 'Make the sky blue' },
        file: { field: 'image', name: 'gate.png' },
      },
      response: jsonResponse({ created: 1795060800, data: [{ b64_json: 'iVBORw0KGgo…' }] }),
    },
  ],
}

const recording: Fields = {
  model: optionalModel('whisper-1'),
  file: { type: 'string', isFile: true, required: true, about: ['The recording.', '录音文件。'] },
  prompt: { type: 'string', about: ['Words that help with names and spelling.', '有助于识别人名和拼写的提示。'] },
  response_format: {
    type: 'string',
    enum: ['json', 'text', 'srt', 'verbose_json', 'vtt'],
    default: 'json',
    about: ['Format of the response.', '响应格式。'],
  },
  temperature: lowTemperature,
}
const sound = { field: 'file', name: 'hello.mp3' }

export const audio: OperationGroup = {
  id: 'audio',
  title: ['Audio and realtime', '音频与实时'],
  operations: [
    {
      id: 'speech',
      method: 'POST',
      path: '/v1/audio/speech',
      title: ['Create speech', '语音合成'],
      about: ['The response is an audio file.', '响应为音频文件。'],
      isCharged: true,
      models: 'speech',
      hasSdk: true,
      body: jsonBody({
        model: optionalModel('tts-1'),
        input: { type: 'string', required: true, about: ['The text to speak.', '要朗读的文本。'] },
        voice: { type: 'string', required: true, about: ['Name of the voice.', '音色名称。'] },
        response_format: {
          type: 'string',
          enum: ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'],
          default: 'mp3',
          about: ['Format of the audio.', '音频格式。'],
        },
        speed: { type: 'number', minimum: 0.25, maximum: 4, default: 1, about: ['Speed of the speech.', '语速。'] },
      }),
      example: { model: 'tts-1', body: { voice: 'alloy', input: 'Hello' } },
      response: { type: 'audio/mpeg' },
    },
    {
      id: 'transcriptions',
      method: 'POST',
      path: '/v1/audio/transcriptions',
      title: ['Transcribe a recording', '语音转文字'],
      isCharged: true,
      models: 'transcriptions',
      hasSdk: true,
      body: {
        as: 'form',
        fields: {
          ...recording,
          language: { type: 'string', about: ['Language of the recording, such as `en`.', '录音语言，如 `zh`。'] },
        },
      },
      example: { model: 'whisper-1', file: sound },
      response: jsonResponse({ text: 'Hello.' }),
    },
    {
      id: 'translations',
      method: 'POST',
      path: '/v1/audio/translations',
      title: ['Translate a recording to English', '语音翻译为英文'],
      isCharged: true,
      models: 'transcriptions',
      body: { as: 'form', fields: recording },
      example: { model: 'whisper-1', file: sound },
      response: jsonResponse({ text: 'Hello.' }),
    },
    {
      id: 'realtime',
      method: 'GET',
      path: '/v1/realtime',
      title: ['Open a realtime session', '打开实时会话'],
      about: [
        'A WebSocket that exchanges text and audio events. Browsers send the API key as a sub-protocol.',
        '通过 WebSocket 交换文本和音频事件。浏览器以子协议发送 API 密钥。',
      ],
      isCharged: true,
      models: 'realtime',
      hasSdk: true,
      parameters: { model },
      example: { parameters: { model: 'gpt-realtime' }, model: 'gpt-realtime' },
      response: {
        type: 'websocket',
        example: { type: 'session.created', event_id: 'event_8f2a', session: { model: 'gpt-realtime' } },
      },
    },
  ],
}
