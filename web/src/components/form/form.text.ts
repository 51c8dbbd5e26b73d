import { dictionary } from '../../lib/text/text.ts'

export const formText = dictionary({
  en: {
    unsaved: ({ count }: { count: number }) => (count === 1 ? '1 unsaved change' : `${count} unsaved changes`),
    nothingUnsaved: 'No unsaved changes',
    comma: ', ',
    save: 'Save',
    leaveTitle: 'Leave without saving?',
    leaveText: ({ names }: { names: string }) => `These changes will be lost: ${names}.`,
    leave: 'Leave',
    stay: 'Stay',
  },
  zh: {
    unsaved: ({ count }) => `${count} 项未保存的更改`,
    nothingUnsaved: '没有未保存的更改',
    comma: '、',
    save: '保存',
    leaveTitle: '放弃未保存的更改？',
    leaveText: ({ names }) => `以下更改将会丢失：${names}。`,
    leave: '离开',
    stay: '留下',
  },
})
