// Vibrates after a written line, where the phone can.

export const vibrate = () => navigator.vibrate?.(12);
