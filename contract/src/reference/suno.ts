import { required, taskId, taskIds, text } from './fields.ts'
import { jsonBody, jsonResponse, type OperationGroup, type OperationResponse } from './operation.ts'

/** The id of a task in the examples. */
export const songId = 'b7e1c2d4-5f60'

const submitted: OperationResponse = {
  type: 'application/json',
  example: { code: 'success', message: '', data: songId },
}
const task = {
  task_id: songId,
  action: 'MUSIC',
  status: 'SUCCESS',
  fail_reason: '',
  submit_time: 1795060800,
  start_time: 1795060801,
  finish_time: 1795060860,
  progress: '100%',
}

export const suno: OperationGroup = {
  id: 'suno',
  title: ['Suno', 'Suno'],
  about: [
    'Songs and lyrics are made in the background. A failed task is refunded.',
    '歌曲和歌词在后台生成，任务失败会退款。',
  ],
  operations: [
    {
      id: 'suno-music',
      method: 'POST',
      path: '/suno/submit/music',
      title: ['Create a song', '生成歌曲'],
      isCharged: true,
      body: jsonBody({
        gpt_description_prompt: text('Description of the song.', '歌曲描述。'),
        prompt: text('Lyrics, to write them yourself.', '自定义歌词。'),
        title: text('Title.', '标题。'),
        tags: text('Style, such as `folk, calm`.', '风格，如 `folk, calm`。'),
        mv: { ...text('Model version.', '模型版本。'), default: 'chirp-v3-0' },
        make_instrumental: { type: 'boolean', about: ['No vocals.', '纯音乐。'] },
        continue_clip_id: text('Clip to continue; needs `task_id`.', '要续写的片段，须同时给出 `task_id`。'),
        task_id: text('Task of that clip.', '该片段所属任务。'),
      }),
      example: { body: { gpt_description_prompt: 'A calm song about the road', make_instrumental: false } },
      response: submitted,
    },
    {
      id: 'suno-lyrics',
      method: 'POST',
      path: '/suno/submit/lyrics',
      title: ['Create lyrics', '生成歌词'],
      isCharged: true,
      body: jsonBody({ prompt: required(text('What the lyrics are about.', '歌词主题。')) }),
      example: { body: { prompt: 'A road in the morning' } },
      response: submitted,
    },
    {
      id: 'suno-task',
      method: 'GET',
      path: '/suno/fetch/{id}',
      title: ['Get a task', '查询任务'],
      parameters: { id: taskId },
      example: { parameters: { id: songId } },
      response: jsonResponse({ code: 'success', message: '', data: task }),
    },
    {
      id: 'suno-tasks',
      method: 'POST',
      path: '/suno/fetch',
      title: ['Get several tasks', '批量查询任务'],
      body: jsonBody({
        ids: taskIds,
      }),
      example: { body: { ids: [songId] } },
      response: jsonResponse({ code: 'success', message: '', data: [task] }),
    },
  ],
}
