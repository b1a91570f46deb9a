type Values = Record<string, string>;

const isAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text);

/** What can be said about an address without asking. The service has the last word. */
export const checkEmail = ({ email = '' }: Values) =>
  isAddress(email.trim()) ? {} : { email: 'Write an e-mail address, such as ada@example.com.' };

export function checkNewPassword({ password = '' }: Values) {
  const { length } = [...password];
  if (length < 8) return { password: 'Use at least 8 characters.' };
  return length > 200 ? { password: 'Use at most 200 characters.' } : {};
}

export const checkPassword = ({ password = '' }: Values) =>
  password === '' ? { password: 'Write your password.' } : {};
