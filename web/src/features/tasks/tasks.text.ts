import { dictionary } from '../../lib/text/text.ts'

export const tasksText = dictionary({
  title: ['Async tasks', '异步任务'],
  platform: ['Platform', '平台'],
  allPlatforms: ['All platforms', '全部平台'],
  result: ['Result / fail reason', '结果 / 失败原因'],
  emptyTitle: ['No tasks in this time', '这段时间没有任务'],
  emptyText: [
    'Songs, lyrics and videos made with your tokens are listed here.',
    '用你的令牌生成的歌曲、歌词和视频会列在这里。',
  ],
  noMatch: ['No tasks match', '没有符合条件的任务'],

  suno: ['Suno', 'Suno'],
  video: ['Video', '视频'],
  MUSIC: ['Music', '生成音乐'],
  LYRICS: ['Lyrics', '生成歌词'],
  GENERATE: ['Generate', '生成视频'],

  song: ['Song', '歌曲'],
  listen: ['Listen', '试听'],
  readLyrics: ['Read lyrics', '查看歌词'],
  watch: ['Watch video', '观看视频'],
  lyrics: ['Lyrics', '歌词'],
  noTitle: ['Untitled', '未命名'],
  version: ['Version {number}', '版本 {number}'],
  openSound: ['Open the song in a new tab', '在新标签页中打开歌曲'],
  musicVideo: ['Music video', '音乐视频'],
  stillWorking: ['Not finished yet', '尚未完成'],
  soundBroken: ['The browser cannot play this song', '浏览器无法播放这首歌曲'],
  length: ['Length', '时长'],
  loadingVideo: ['Loading the video …', '正在加载视频…'],
  saveVideo: ['Save video', '保存视频'],
})
