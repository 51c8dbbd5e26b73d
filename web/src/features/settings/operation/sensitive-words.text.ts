import { dictionary } from '../../../lib/text/text.ts'

export const sensitiveWordsText = dictionary({
  en: {
    title: 'Sensitive words',
    check: 'Check',
    checkText: 'Prompts are refused only when both are on.',
    CheckSensitiveEnabled: 'Check for sensitive words',
    CheckSensitiveOnPromptEnabled: 'In prompts',
    CheckSensitiveOnPromptEnabledHelp: 'Prompts with a listed word are refused and not charged.',
    list: 'Words',
    listText: 'Not case-sensitive. A new console has one test word, test_sensitive.',
    SensitiveWords: 'Word list',
    SensitiveWordsHelp: 'One word or phrase per line.',
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
