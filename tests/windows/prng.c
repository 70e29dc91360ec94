// bcryptprimitives.dll for a wine that has none: Rust's standard library takes its random numbers from there.
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T bytes) { return SystemFunction036(to, bytes); }
