import { optionalModel } from './fields.ts'
import { type Field, jsonBody, jsonResponse, type OperationGroup } from './operation.ts'

/** The id of a finished video in the examples. */
export const videoId = 'video_68d4a1c2'

const id: Field = { type: 'string', required: true, about: ['Id of the video.', '视频 ID。'] }
const video = {
  id: videoId,
  object: 'video',
  model: 'sora-2',
  status: 'queued',
  progress: 0,
  created_at: 1795060800,
  size: '720x1280',
  seconds: '4',
}
const finished = { ...video, status: 'completed', progress: 100, completed_at: 1795060890 }

export const videos: OperationGroup = {
  id: 'videos',
  title: ['Videos', '视频'],
  about: [
    'A video is made in the background. Ask for its status until it is `completed`, then download it.',
    '视频在后台生成。请查询状态，变为 `completed` 后再下载。',
  ],
  operations: [
    {
      id: 'create-video',
      method: 'POST',
      path: '/v1/videos',
      title: ['Create a video', '生成视频'],
      about: ['Charged per second. A video that fails is refunded.', '按秒计费，生成失败会退款。'],
      isCharged: true,
      body: jsonBody({
        model: optionalModel('sora-2'),
        prompt: { type: 'string', required: true, about: ['Description of the video.', '视频描述。'] },
        seconds: {
          type: ['string', 'integer'],
          minimum: 1,
          maximum: 3600,
          default: '4',
          about: ['Length in seconds.', '时长（秒）。'],
        },
        size: { type: 'string', default: '720x1280', about: ['Width and height.', '宽和高。'] },
      }),
      example: { model: 'sora-2', body: { prompt: 'A car passes a toll gate' } },
      response: jsonResponse(video),
    },
    {
      id: 'list-videos',
      method: 'GET',
      path: '/v1/videos',
      title: ['List your videos', '列出视频'],
      parameters: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20, about: ['Videos per page.', '每页数量。'] },
        after: { type: 'string', about: ['Id of the last video of the previous page.', '上一页最后一个视频的 ID。'] },
        order: { type: 'string', enum: ['asc', 'desc'], default: 'desc', about: ['Order by time.', '按时间排序。'] },
      },
      example: { parameters: { limit: '20' } },
      response: jsonResponse({ object: 'list', data: [video], first_id: videoId, last_id: videoId, has_more: false }),
    },
    {
      id: 'video',
      method: 'GET',
      path: '/v1/videos/{id}',
      title: ['Get a video', '查询视频'],
      parameters: { id },
      example: { parameters: { id: videoId } },
      response: jsonResponse(finished),
    },
    {
      id: 'video-content',
      method: 'GET',
      path: '/v1/videos/{id}/content',
      title: ['Download a video', '下载视频'],
      parameters: {
        id,
        variant: {
          type: 'string',
          enum: ['video', 'thumbnail', 'spritesheet'],
          about: ['Which file to download.', '要下载的文件。'],
        },
      },
      example: { parameters: { id: videoId } },
      response: { type: 'video/mp4' },
    },
    {
      id: 'delete-video',
      method: 'DELETE',
      path: '/v1/videos/{id}',
      title: ['Delete a video', '删除视频'],
      parameters: { id },
      example: { parameters: { id: videoId } },
      response: jsonResponse({ id: videoId, object: 'video.deleted', deleted: true }),
    },
  ],
}
