import { imagePrompt, required, taskId, taskIds, text } from './fields.ts'
import {
  type Example,
  type Field,
  type Fields,
  jsonBody,
  jsonResponse,
  type Operation,
  type OperationGroup,
  type OperationResponse,
  type Words,
} from './operation.ts'

/** Ids in the examples: of a finished drawing, and of one that waits for a confirmation. */
export const drawingId = '1767225600000001'
export const windowId = '1767225600000002'

/** A picture of one pixel. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

const images: Field = { type: 'array', about: ['Images as base64 data URLs.', '图片，base64 data URL 格式。'] }
const pictures = (minItems: number, maxItems: number) => required({ ...images, minItems, maxItems })
const optionalPictures: Field = {
  type: 'array',
  maxItems: 5,
  about: ['Images to begin from, as base64 data URLs.', '垫图，base64 data URL 格式。'],
}
const earlierTask = required(text('Id of the earlier task.', '之前任务的 ID。'))
const state = text('A text of yours, returned with the task.', '自定义文本，随任务返回。')

const accepted: OperationResponse = {
  type: 'application/json',
  example: { code: 1, description: 'Submit success', result: drawingId },
}
const drawing = {
  id: drawingId,
  action: 'IMAGINE',
  prompt: 'A toll gate in the morning',
  status: 'SUCCESS',
  progress: '100%',
  imageUrl: 'https://images.example/8f2a.png',
  failReason: '',
  submitTime: 1795060800000,
  finishTime: 1795060860000,
}

type Submission = { title: Words; about?: Words; fields: Fields; body: Example['body'] }

/** By kind: each is a path below `/mj/submit/`. */
const submissions: Record<string, Submission> = {
  imagine: {
    title: ['Draw an image', '绘图'],
    fields: { prompt: required(imagePrompt), base64Array: optionalPictures, state },
    body: { prompt: 'A toll gate in the morning' },
  },
  change: {
    title: ['Upscale, vary or repeat', '放大、变换或重绘'],
    fields: {
      taskId: earlierTask,
      action: {
        type: 'string',
        required: true,
        enum: ['UPSCALE', 'VARIATION', 'REROLL'],
        about: ['What to do.', '操作。'],
      },
      index: { type: 'integer', minimum: 1, maximum: 4, about: ['Which of the four images.', '第几张图片。'] },
      state,
    },
    body: { taskId: drawingId, action: 'UPSCALE', index: 1 },
  },
  'simple-change': {
    title: ['Change by a short text', '快捷操作'],
    fields: {
      content: required(text('Task id and `U1`–`U4`, `V1`–`V4` or `R`.', '任务 ID 加 `U1`–`U4`、`V1`–`V4` 或 `R`。')),
      state,
    },
    body: { content: `${drawingId} V2` },
  },
  action: {
    title: ['Press a button of a drawing', '点击绘图按钮'],
    about: ['The buttons are in the member `buttons` of a finished task.', '按钮见已完成任务的 `buttons`。'],
    fields: {
      taskId: earlierTask,
      customId: required(text('The `customId` of the button.', '按钮的 `customId`。')),
      state,
    },
    body: { taskId: drawingId, customId: `MJ::JOB::upsample::2::${drawingId}` },
  },
  modal: {
    title: ['Confirm a region or a zoom', '确认局部重绘或缩放'],
    about: ['Follows a button that answers with code 21.', '用于返回 code 21 的按钮。'],
    fields: {
      taskId: earlierTask,
      prompt: imagePrompt,
      maskBase64: text('Mask of the region, as a data URL.', '区域蒙版，data URL 格式。'),
    },
    body: { taskId: windowId, prompt: 'A red toll gate' },
  },
  blend: {
    title: ['Blend images', '混合图片'],
    fields: { base64Array: pictures(2, 5), state },
    body: { base64Array: [picture, picture] },
  },
  describe: {
    title: ['Describe an image', '描述图片'],
    fields: { base64: text('The image as a base64 data URL.', '图片，base64 data URL 格式。'), state },
    body: { base64: picture },
  },
  shorten: {
    title: ['Shorten a prompt', '精简提示词'],
    fields: { prompt: required(imagePrompt), state },
    body: { prompt: 'A very old toll gate in the morning' },
  },
  edits: {
    title: ['Edit an image', '编辑图片'],
    fields: { prompt: imagePrompt, image: text('The image as a data URL.', '图片，data URL 格式。'), state },
    body: { prompt: 'Make the sky blue', image: picture },
  },
  video: {
    title: ['Turn an image into a video', '图生视频'],
    fields: { prompt: imagePrompt, image: text('The first frame as a data URL.', '首帧图片，data URL 格式。'), state },
    body: { prompt: 'The gate opens', image: picture },
  },
  'upload-discord-images': {
    title: ['Upload images', '上传图片'],
    fields: { base64Array: pictures(1, 10) },
    body: { base64Array: [picture] },
  },
}

const submit = ([kind, { title, about, fields, body = {} }]: [string, Submission]): Operation => ({
  id: `mj-${kind}`,
  method: 'POST',
  path: `/mj/submit/${kind}`,
  title,
  ...(about && { about }),
  isCharged: true,
  body: { as: 'json', fields },
  example: { body },
  response: kind === 'upload-discord-images' ? uploaded : accepted,
})

const uploaded: OperationResponse = {
  type: 'application/json',
  example: { code: 1, description: 'Upload success', result: ['https://images.example/8f2a.png'] },
}

const ofDrawing = { parameters: { id: taskId }, example: { parameters: { id: drawingId } } }

export const midjourney: OperationGroup = {
  id: 'midjourney',
  title: ['Midjourney', 'Midjourney'],
  about: [
    'The paths also work below `/fast`, `/relax` and `/turbo`, such as `/fast/mj/submit/imagine`. A failed task is refunded.',
    '路径前可加 `/fast`、`/relax` 或 `/turbo`，如 `/fast/mj/submit/imagine`。任务失败会退款。',
  ],
  operations: [
    ...Object.entries(submissions).map(submit),
    {
      id: 'mj-swap-faces',
      method: 'POST',
      path: '/mj/insight-face/swap',
      title: ['Swap faces', '换脸'],
      isCharged: true,
      body: jsonBody({
        sourceBase64: required(text('The face, as a data URL.', '人脸图片，data URL 格式。')),
        targetBase64: required(text('The image that gets the face.', '目标图片，data URL 格式。')),
      }),
      example: { body: { sourceBase64: picture, targetBase64: picture } },
      response: accepted,
    },
    {
      id: 'mj-task',
      method: 'GET',
      path: '/mj/task/{id}/fetch',
      title: ['Get a task', '查询任务'],
      ...ofDrawing,
      response: jsonResponse(drawing),
    },
    {
      id: 'mj-tasks',
      method: 'POST',
      path: '/mj/task/list-by-condition',
      title: ['Get several tasks', '批量查询任务'],
      body: jsonBody({
        ids: taskIds,
      }),
      example: { body: { ids: [drawingId] } },
      response: jsonResponse([drawing]),
    },
    {
      id: 'mj-image-seed',
      method: 'GET',
      path: '/mj/task/{id}/image-seed',
      title: ['Get the seed of an image', '查询图片种子'],
      ...ofDrawing,
      response: jsonResponse({ code: 1, description: 'success', result: '1234567890' }),
    },
    {
      id: 'mj-image',
      method: 'GET',
      path: '/mj/image/{id}',
      title: ['Download an image', '下载图片'],
      about: ['Needs no API key, so that pages can show the image.', '无需 API 密钥，便于在网页中显示。'],
      key: 'none',
      ...ofDrawing,
      response: { type: 'image/png' },
    },
  ],
}
