type Values = Record<string, string>;

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text);

/** Rough client-side check. The server validates. */
export const checkEmail = ({ email = '' }: Values) =>
  isEmail(email.trim()) ? {} : { email: 'Enter an email such as ada@example.com.' };

export function checkNewPassword({ password = '' }: Values) {
  const { length } = [...password];
  if (length < 8) return { password: 'Use at least 8 characters.' };
  return length > 200 ? { password: 'Use at most 200 characters.' } : {};
}

export const checkPassword = ({ password = '' }: Values) =>
  password === '' ? { password: 'Enter your password.' } : {};
