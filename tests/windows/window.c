// Starts a program without arguments in a console of its own, as a double-click does: it must wait there for Enter, and
// end then. Prints its exit status; "closed" if it did not wait. The console has no window: for one wine wants a display.
#include <stdio.h>
#include <windows.h>

int wmain(int count, WCHAR **words) {
    STARTUPINFOW start = {sizeof start};
    PROCESS_INFORMATION child;
    if (!CreateProcessW(words[count - 1], NULL, NULL, NULL, FALSE, CREATE_NO_WINDOW, NULL, NULL, &start, &child)) return 1;
    if (WaitForSingleObject(child.hProcess, 3000) != WAIT_TIMEOUT) {
        puts("closed");
        return 1;
    }
    FreeConsole();
    AttachConsole(child.dwProcessId);
    HANDLE keys = CreateFileW(L"CONIN$", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
    INPUT_RECORD enter = {KEY_EVENT, .Event.KeyEvent = {TRUE, 1, VK_RETURN, 0, {L'\r'}, 0}};
    DWORD done, status = 0;
    WriteConsoleInputW(keys, &enter, 1, &done);
    if (WaitForSingleObject(child.hProcess, 20000)) TerminateProcess(child.hProcess, 99);
    GetExitCodeProcess(child.hProcess, &status);
    printf("%lu\n", status);
    return 0;
}
