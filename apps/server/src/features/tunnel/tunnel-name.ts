import { randomBytes } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** 130 random bits that are a label of a host name, and a user name. */
export const createTunnelName = (): string => [...randomBytes(26)].map((byte) => letters[byte & 31]).join('')
