import { useMedia } from './use-media.ts'

/** 900 px or narrower: rows become cards, because a table would hide its last columns. */
export const useCardScreen = () => useMedia('(max-width: 900px)')
