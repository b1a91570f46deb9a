/** Login and sign-up pages, in one chunk because each is small. */
export { AuthCallback } from './auth-callback.tsx';
export { ForgotPassword } from './forgot-password.tsx';
export { Invitation } from './invitation.tsx';
export { Login } from './login.tsx';
export { NotFound } from './not-found.tsx';
export { ResetPassword } from './reset-password.tsx';
export { Signup } from './signup.tsx';
export { VerifyEmail } from './verify-email.tsx';
