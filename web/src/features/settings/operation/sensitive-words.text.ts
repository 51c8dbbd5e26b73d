import { dictionary } from '../../../lib/text/text.ts'

export const sensitiveWordsText = dictionary({
  en: {
    title: 'Sensitive words',
    check: 'Check',
    checkText: 'Both switches must be on for a prompt to be refused.',
    CheckSensitiveEnabled: 'Look for sensitive words',
    CheckSensitiveOnPromptEnabled: 'In prompts',
    CheckSensitiveOnPromptEnabledHelp: 'A prompt that holds one of the words is refused before anything is charged.',
    list: 'Words',
    listText: 'Upper and lower case count as the same. A new console has one test word, test_sensitive.',
    SensitiveWords: 'Word list',
    SensitiveWordsHelp: 'One word or phrase per line. Blank lines and repetitions are dropped.',
  },
  zh: {
    title: '敏感词',
    check: '检查',
    checkText: '两个开关都打开时，才会拒绝提示词。',
    CheckSensitiveEnabled: '检查敏感词',
    CheckSensitiveOnPromptEnabled: '检查提示词',
    CheckSensitiveOnPromptEnabledHelp: '含有敏感词的提示词会在计费之前被拒绝。',
    list: '词表',
    listText: '不区分大小写。初始词表只有一个测试词 test_sensitive。',
    SensitiveWords: '敏感词列表',
    SensitiveWordsHelp: '每行一个词或短语，空行和重复项会被忽略。',
  },
})
