// Keeps all others from a file until its stdin ends, as some programs of Windows do.
#include <stdio.h>
#include <windows.h>

int wmain(int count, WCHAR **words) {
    HANDLE file = CreateFileW(words[count - 1], GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return 1;
    puts("held");
    fflush(stdout);
    while (getchar() != EOF) {}
    return 0;
}
