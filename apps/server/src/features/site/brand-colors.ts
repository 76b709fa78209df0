/** Accent and the text on it by theme, for content on white: mails and documents. */
const colors: Record<string, { accent: string; onAccent: string }> = {
  default: { accent: '#0c6b58', onAccent: '#ffffff' },
}

export const brandColors = (theme: string) => colors[theme] ?? colors.default!
